import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: '../../apps/api/schema.graphql',
  documents: 'src/documents/*.graphql',
  generates: {
    './src/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        useTypeImports: true,
        scalars: { ID: 'string', DateTime: 'string', JSON: 'unknown' },
      },
    },
  },
};

export default config;
