const { openBroker } = require('./postgres-broker.cjs');

module.exports = async () => {
  const broker = await openBroker();
  process.env.MEMHUB_TEST_BROKER = broker.url;
  globalThis.memoryHubBroker = broker;
};
