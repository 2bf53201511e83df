/** `waiting_for_me`: to decide or to publish. `all`: all open ones. `decided`: published or withdrawn. */
export type InboxView = 'waiting_for_me' | 'mine' | 'all' | 'decided';
