export { AuditModule } from './audit.module';
export { AuditTrail, type AuditVerdict } from './audit-trail.system';
