export const LIVE_OPTIONS = Symbol('live options');

export interface LiveOptions {
  /** Connection of the system role. */
  readonly url: string;
  /** Whether this process serves browsers. */
  readonly listen: boolean;
}
