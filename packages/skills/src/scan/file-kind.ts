export type FileKind = 'markdown' | 'script' | 'text';

const MARKDOWN = /\.(?:md|markdown|mdx)$/i;
/** What a machine or an agent runs, or takes commands from. */
const SCRIPT =
  /\.(?:sh|bash|zsh|fish|ksh|command|ps1|psm1|psd1|bat|cmd|vbs|py|pyw|ipynb|js|mjs|cjs|ts|mts|cts|jsx|tsx|rb|pl|pm|php|lua|r|go|rs|java|kt|swift|scala|c|cc|cpp|h|cs|applescript|awk|tcl|json|ya?ml|toml|ini|cfg|conf|env|service|plist|desktop|gradle|mk)$/i;
const SCRIPT_NAME =
  /(?:^|\/)(?:makefile|dockerfile|containerfile|justfile|rakefile|gemfile|procfile|jenkinsfile|vagrantfile|\.env[^/]*|\.[a-z]+rc|\.profile)$/i;
const EXECUTABLE_LANGUAGE =
  /^(?:sh|bash|zsh|fish|ksh|shell|console|terminal|shell-session|shellsession|powershell|pwsh|ps1|bat|batch|cmd|dos|python|py|python3|javascript|js|typescript|ts|node|ruby|rb|perl|php|dockerfile|makefile|make|yaml|yml|json|toml)$/;

export function kindOf(path: string, text: string): FileKind {
  if (MARKDOWN.test(path)) return 'markdown';
  return SCRIPT.test(path) || SCRIPT_NAME.test(path) || text.startsWith('#!') ? 'script' : 'text';
}

/** Whether the code of a block in this language is there to be run. A block that names none is an example. */
export function isExecutableLanguage(language: string | null): boolean {
  return language !== null && EXECUTABLE_LANGUAGE.test(language);
}

/** Whether comments start with `//` there, by language or file ending. */
export function isSlashLanguage(name: string): boolean {
  return /^(?:javascript|js|mjs|cjs|jsx|typescript|ts|mts|cts|tsx|node|go|rs|java|kt|swift|scala|c|cc|cpp|h|cs|php|gradle)$/i.test(
    name,
  );
}

/** First bytes of formats that run, or that hide other files from a scan. */
const MAGIC: readonly (readonly [string, readonly number[], 'program' | 'archive'])[] = [
  ['an ELF program', [0x7f, 0x45, 0x4c, 0x46], 'program'],
  ['a Windows program', [0x4d, 0x5a], 'program'],
  ['a macOS program', [0xcf, 0xfa, 0xed, 0xfe], 'program'],
  ['a macOS program', [0xce, 0xfa, 0xed, 0xfe], 'program'],
  ['a macOS program or Java class', [0xca, 0xfe, 0xba, 0xbe], 'program'],
  ['a WebAssembly program', [0x00, 0x61, 0x73, 0x6d], 'program'],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04], 'archive'],
  ['a gzip archive', [0x1f, 0x8b], 'archive'],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf], 'archive'],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21], 'archive'],
  ['an xz archive', [0xfd, 0x37, 0x7a, 0x58], 'archive'],
  ['a bzip2 archive', [0x42, 0x5a, 0x68], 'archive'],
];

/** Office files are ZIP archives that people mean as documents. */
const DOCUMENT = /\.(?:docx|xlsx|pptx|odt|ods|odp|epub)$/i;

/** What a file that is no text is, where that matters for trust. */
export function riskyFormat(
  path: string,
  bytes: Uint8Array,
): { readonly name: string; readonly kind: 'program' | 'archive' } | null {
  const match = MAGIC.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte));
  if (match === undefined || (match[2] === 'archive' && DOCUMENT.test(path))) return null;
  return { name: match[0], kind: match[2] };
}
