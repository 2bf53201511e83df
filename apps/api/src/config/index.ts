export { isLoopback, readSettings } from './read-settings';
export { knownSettings, SETTINGS, type Environment, type Role, type Settings } from './settings';
export { hubVersion } from './version';
export { hubAddress } from './hub-address';
