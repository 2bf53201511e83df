import type { Severity } from '../finding';

export interface CommandRule {
  readonly rule: string;
  /** Where it would be run. In an example, a comment or prose it is one level lower. */
  readonly severity: Severity;
  readonly pattern: RegExp;
  readonly message: string;
  /** Looks closer at what matched and what stands before it: another severity, or null when it is harmless. */
  readonly judge?: (matched: string, before: string) => Severity | null;
}

/** Vendors' own installers, over https: common in instructions, and still worth a look. */
const INSTALLER =
  /https:\/\/(?:astral\.sh|sh\.rustup\.rs|get\.docker\.com|deno\.land|bun\.sh|get\.pnpm\.io|raw\.githubusercontent\.com\/(?:nvm-sh|Homebrew)\/|install\.python-poetry\.org|get\.helm\.sh|claude\.ai\/install|nodejs\.org|ollama\.com\/install|get\.docker\.com|deb\.nodesource\.com|rpm\.nodesource\.com)/i;

function judgeDownload(matched: string): Severity {
  return INSTALLER.test(matched) && !/\bsudo\b|http:\/\//.test(matched) ? 'warn' : 'error';
}

/** Handing a key to ssh is what it is for. */
function judgeCredentials(_matched: string, before: string): Severity | null {
  const isHandedOver =
    /(?:\b(?:ssh|scp|sftp|rsync)\b[^\n]{0,60}-i|ssh-add|--ssh-key|IdentityFile)[ \t=]{1,4}\S{0,80}$/.test(
      before,
    );
  return isHandedOver ? null : 'warn';
}

const ROOTS =
  /^(?:\/\*?|~\/?\*?|\$\{?HOME\}?\/?\*?|\/(?:etc|usr|bin|sbin|home|var|root|boot|lib|opt|Users|System|Library|Applications)(?:\/\*?)?|[A-Z]:[\\/]?\*?|%(?:USERPROFILE|SystemRoot|SystemDrive)%.*|\$env:(?:USERPROFILE|SystemRoot).*)$/i;
const WIDE = /^(?:\.{1,2}\/?\*?|\.\/\*|\*|\$\{?\w+\}?\/?\*)$/;

/** `rm -rf build` is daily work; what counts is what is removed. */
function judgeRemoval(matched: string): Severity | null {
  const words = matched
    .split(/\s+/)
    .slice(1)
    .map((word) => word.replace(/["']/g, ''));
  const options = words.filter((word) => word.startsWith('-')).join(' ');
  if (/--no-preserve-root/.test(options)) return 'error';
  if (!/-\w*r|--recursive|-rec/i.test(options)) return null;
  const targets = words.filter((word) => word !== '' && !word.startsWith('-'));
  if (targets.some((target) => ROOTS.test(target))) return 'error';
  return targets.some((target) => WIDE.test(target)) ? 'warn' : null;
}

const SHELL = String.raw`(?:sudo[ \t]+(?:-\S+[ \t]+){0,3})?(?:env[ \t]+(?:\S+[ \t]+){0,3})?(?:\/(?:usr\/)?bin\/)?(?:ba|z|k|da|c|fi|tc)?sh\b`;
const INTERPRETER = String.raw`(?:sudo[ \t]+)?(?:python[\d.]*|node|perl|ruby|php|deno run)[ \t]{0,4}(?:-[ \t]{0,4})?(?=$|[\n;&|"'\x60)])`;
const FETCH = String.raw`\b(?:curl|wget|fetch|aria2c|http)\b`;

/** All repeats are bounded and none leaves its line, so that time stays in proportion to the text. */
export const COMMAND_RULES: readonly CommandRule[] = [
  {
    rule: 'download-and-run',
    severity: 'error',
    pattern: new RegExp(String.raw`${FETCH}[ \t][^\n;]{1,400}\|[ \t]{0,8}(?:${SHELL}|${INTERPRETER})`, 'gm'),
    message: 'Runs what it downloads, unseen.',
    judge: judgeDownload,
  },
  {
    rule: 'download-and-run',
    severity: 'error',
    pattern:
      /\b(?:eval|source|(?:ba|z|k|da)?sh(?:[ \t]+-c)?|\.)[ \t]{1,4}["']?(?:<\(|\$\(|`)[ \t]{0,4}(?:curl|wget)\b[^\n]{0,300}/g,
    message: 'Runs what it downloads, unseen.',
    judge: judgeDownload,
  },
  {
    rule: 'download-and-run',
    severity: 'error',
    pattern:
      /\b(?:iex|invoke-expression)\b[^\n]{0,200}\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|net\.webclient)\b|\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b[^\n]{0,300}\|[ \t]{0,4}(?:iex|invoke-expression)\b/gi,
    message: 'Runs what it downloads, unseen.',
  },
  {
    rule: 'download-and-run',
    severity: 'error',
    pattern:
      /\b(?:exec|eval)[ \t]{0,4}\([ \t]{0,4}(?:requests|urllib|httpx|urlopen|await fetch|\(await fetch)\b[^\n]{0,200}/g,
    message: 'Runs what it downloads, unseen.',
  },
  {
    rule: 'disguised-code',
    severity: 'error',
    pattern: new RegExp(
      String.raw`\b(?:base64[ \t]{1,4}(?:-d|-D|--decode|-di)|xxd[ \t]{1,4}-r|openssl[ \t]{1,4}(?:enc|base64)\b[^\n|]{0,100}[ \t]-d|rev|tr[ \t][^\n|]{1,100})\b[^\n;]{0,200}\|[ \t]{0,8}(?:${SHELL}|${INTERPRETER})`,
      'gm',
    ),
    message: 'Runs code that is written so that a reader cannot see it.',
  },
  {
    rule: 'disguised-code',
    severity: 'error',
    pattern:
      /\b(?:exec|eval|compile|Function)[ \t]{0,4}\([ \t]{0,4}(?:base64|codecs|zlib|marshal|bytes\.fromhex|bytearray|__import__|atob|Buffer\.from|decodeURIComponent|unescape|String\.fromCharCode)\b|\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,200}[ \t]-e(?:nc|ncodedcommand|c)?[ \t]{1,4}[A-Za-z0-9+/=]{16}|\beval[ \t]{1,4}["']?(?:\$\(|`)[^\n]{0,100}\bbase64\b/gi,
    message: 'Runs code that is written so that a reader cannot see it.',
  },
  {
    rule: 'destructive-command',
    severity: 'error',
    pattern: /\b(?:rm|rmdir|remove-item|del|rd)[ \t][^\n;&|`)]{1,200}/gi,
    message: 'Removes more than files of its own.',
    judge: judgeRemoval,
  },
  {
    rule: 'destructive-command',
    severity: 'error',
    pattern:
      /:[ \t]{0,2}\([ \t]{0,2}\)[ \t]{0,2}\{[ \t]{0,2}:[ \t]{0,2}\|[ \t]{0,2}:[ \t]{0,2}&[ \t]{0,2}\}[ \t]{0,2};[ \t]{0,2}:|\bdd\b[^\n]{0,100}\bof=\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mmcblk)|\bmkfs(?:\.\w{1,10})?[ \t][^\n]{0,60}\/dev\/(?!null)|>[ \t]{0,4}\/dev\/(?:sd|hd|nvme|vd|disk)\w|\b(?:wipefs|shred)[ \t][^\n]{0,60}\/dev\/(?!null)|\bformat[ \t]{1,4}[a-z]:|\bchmod[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4}){0,2}(?:0?777|a\+rwx)[ \t]{1,4}\/(?:[ \t]|$)|\bchown[ \t]{1,4}-R[ \t][^\n]{1,40}[ \t]\/(?:[ \t]|$)|\bvssadmin[ \t]{1,4}delete\b/gim,
    message: 'Can destroy the system or a disk.',
  },
  {
    rule: 'reverse-shell',
    severity: 'error',
    pattern:
      /\/dev\/(?:tcp|udp)\/[\w$]|\b(?:nc|ncat|netcat)\b[^\n]{0,80}[ \t]-[a-z]{0,6}[ec][ \t]{1,4}\S|\bmkfifo\b[^\n]{0,200}\b(?:nc|ncat|netcat|telnet|openssl)\b|\bsocat\b[^\n]{0,200}\bexec:|\bsocket\b[^\n]{0,300}\bconnect\b[^\n]{0,300}(?:dup2|pty\.spawn|subprocess|\/bin\/(?:ba)?sh)|\bNew-Object[ \t]{1,4}(?:System\.)?Net\.Sockets\.TCPClient\b/gi,
    message: 'Opens a shell to somewhere else.',
  },
  {
    rule: 'persistence',
    severity: 'warn',
    pattern:
      /\bcrontab[ \t]{1,4}-(?![le]\b)|(?:>|\btee\b|\bcp\b|\bmv\b|\binstall\b)[^\n]{0,80}\/etc\/cron|>>?[ \t]{0,4}["']?(?:~|\$HOME|\$\{HOME\}|\/home\/[\w.-]{1,40}|\/Users\/[\w.-]{1,40}|\/root)\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|bash_login|config\/fish\/\S{1,60})|>>?[ \t]{0,4}\S{0,80}authorized_keys|\blaunchctl[ \t]{1,4}(?:load|bootstrap)|LaunchAgents\/\S{1,80}\.plist|\bschtasks\b[^\n]{0,80}\/create|\b(?:reg[ \t]{1,4}add|(?:Set|New)-ItemProperty)\b[^\n]{0,120}CurrentVersion\\+Run\b|\bgit[ \t]{1,4}config\b[^\n]{0,60}core\.(?:hooksPath|sshCommand|fsmonitor)/gi,
    message: 'Leaves something behind that runs again later.',
  },
  {
    rule: 'protection-off',
    severity: 'warn',
    pattern:
      /--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|\bsetenforce[ \t]{1,4}0|\bufw[ \t]{1,4}disable|\biptables[ \t]{1,4}-F|\bcsrutil[ \t]{1,4}disable|\bspctl\b[^\n]{0,40}--(?:master|global)-disable|\bxattr\b[^\n]{0,40}com\.apple\.quarantine|Set-MpPreference\b[^\n]{0,80}-Disable|Set-ExecutionPolicy\b[^\n]{0,60}\b(?:Bypass|Unrestricted)\b|-ExecutionPolicy[ \t]{1,4}Bypass\b|NODE_TLS_REJECT_UNAUTHORIZED\W{1,4}0|\bGIT_SSL_NO_VERIFY\b|\bunset[ \t]{1,4}HISTFILE\b|\bHISTFILE=\/dev\/null|\bhistory[ \t]{1,4}-c\b|\b(?:get|post|put|delete|request|client|session)\b[^\n]{0,200}\bverify[ \t]{0,2}=[ \t]{0,2}False\b|\bchmod[ \t]{1,4}[ugoa]{0,4}\+s\b|\bchmod[ \t]{1,4}[24]7\d\d\b|\bNOPASSWD\b/gi,
    message: 'Turns a protection off or covers tracks.',
  },
  {
    rule: 'credentials-read',
    severity: 'warn',
    pattern:
      /(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|expanduser\(["']~|homedir\(\)[^\n]{0,20})[\\/"', ]{1,4}\.(?:ssh(?![\\/](?:config|known_hosts|[\w.-]{1,40}\.pub)\b)|aws|gnupg|azure|kube|docker\/config|config\/(?:gcloud|gh|hub))\b|[\\/]id_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.aws\/credentials|[\\/]\.(?:netrc|git-credentials|pgpass|pypirc)\b|\/etc\/(?:shadow|sudoers)\b|\bsecurity[ \t]{1,4}(?:find-(?:generic|internet)-password|dump-keychain)|Library\/Keychains|\/Login Data\b|\bcookies\.sqlite\b|\bwallet\.dat\b|https?:\/\/(?:169\.254\.169\.254|metadata\.google\.internal)/gi,
    message: 'Reads where credentials are kept.',
    judge: judgeCredentials,
  },
  {
    rule: 'data-upload',
    severity: 'error',
    pattern:
      /(?<![\w.$/-])(?:env|printenv|export -p|set)[ \t]{0,4}\|[^\n]{0,200}\b(?:curl|wget|nc|ncat|netcat)\b|\bcurl\b[^\n]{0,300}\$\([ \t]{0,4}(?:env|printenv|cat[ \t][^\n)]{0,80}(?:\.ssh|\.aws|\.env|\.netrc|passwd))|\bJSON\.stringify\([ \t]{0,4}process\.env[ \t]{0,4}\)[^\n]{0,200}(?:fetch|https?:)|(?:requests|httpx)\.post\([^\n]{0,200}\bos\.environ\b(?![ \t]{0,2}[[.])/gm,
    message: 'Sends the environment or credentials to somewhere else.',
  },
  {
    rule: 'data-upload',
    severity: 'warn',
    pattern:
      /\bcurl\b[^\n]{0,300}[ \t](?:-T|--upload-file|-F[ \t]{1,4}["']?[\w-]{1,40}=@|--form[ \t]{1,4}["']?[\w-]{1,40}=@|(?:-d|--data(?:-binary|-raw|-urlencode|-ascii)?)[ =]{1,4}["']?@)|\bwget\b[^\n]{0,200}--(?:post|body)-file|\b(?:scp|rsync)[ \t][^\n]{0,200}[ \t][\w.-]{1,60}@[\w.-]{1,80}:/g,
    message: 'Sends a file to somewhere else.',
  },
  {
    rule: 'drop-host',
    severity: 'warn',
    pattern:
      /\b(?:webhook\.site|requestbin\.\w{2,6}|pipedream\.net|[\w-]{1,60}\.ngrok(?:-free)?\.(?:io|app|dev)|burpcollaborator\.net|interact\.sh|oast\.(?:fun|pro|live|me|online|site)|requestcatcher\.com|beeceptor\.com|loca\.lt|serveo\.net|transfer\.sh|file\.io|0x0\.st|pastebin\.com|paste\.ee)/gi,
    message: 'Names a host where anybody can collect data without a name.',
  },
  {
    rule: 'chat-message',
    severity: 'info',
    pattern:
      /\b(?:discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|hooks\.slack\.com|oapi\.dingtalk\.com\/robot|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook)/gi,
    message: 'Sends a message to a chat outside.',
  },
  {
    rule: 'raw-address',
    severity: 'warn',
    pattern:
      /\bhttps?:\/\/(?!(?:127|10|0)\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|198\.51\.100\.|203\.0\.113\.|192\.0\.2\.)\d{1,3}(?:\.\d{1,3}){3}\b|\bhttps?:\/\/(?:0x[0-9a-f]{8}|\d{8,10})\b/gi,
    message: 'Names a host by its number, so nobody can tell whose it is.',
  },
  {
    rule: 'install-hook',
    severity: 'warn',
    pattern: /"(?:preinstall|postinstall|preuninstall|prepare)"[ \t]{0,4}:[ \t]{0,4}"[^"\n]{1,300}"/g,
    message: 'Runs by itself when a package is installed.',
  },
  {
    rule: 'administrator-rights',
    severity: 'info',
    pattern: /\bsudo[ \t]{1,4}(?!-l\b)\S|\bdoas[ \t]{1,4}\S|\brunas[ \t]{1,4}\/|-Verb[ \t]{1,4}RunAs\b/gi,
    message: 'Asks for the rights of an administrator.',
  },
];

/** Something that sends; beside `credentials-read` in one file it is worse than either. */
export const SENDS =
  /\b(?:curl|wget|nc|ncat|Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b|\b(?:requests|httpx|axios)\.(?:post|put|request)\b|\bfetch\(|\burlopen\(|\bhttps?\.request\(|\bsocket\.(?:connect|create_connection)\b|\bsmtplib\b/;
