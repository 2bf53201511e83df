import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.system';
import { SealAudit, VerifyAudit } from './sweepers/audit.sweepers';

@Module({ providers: [AuditTrail, SealAudit, VerifyAudit], exports: [AuditTrail] })
export class AuditModule {}
