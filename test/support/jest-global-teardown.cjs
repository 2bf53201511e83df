module.exports = () => globalThis.memoryHubBroker.close();
