import { defineQueuePromises } from './queue-promises.fixture';

describe('the queue in PostgreSQL', () => {
  defineQueuePromises(() => ({}));
});
