export { SECRET_KEY, SETTINGS_TOKEN, SettingsModule } from './settings.module';
