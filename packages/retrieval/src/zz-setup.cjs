const fc=require('fast-check');fc.configureGlobal({numRuns:3000});
