import {
  ArrowDown,
  ArrowRight,
  ArrowUp,
  Check,
  ChevronDown,
  ChevronLeft,
  CircleHelp,
  CircleUserRound,
  CircleX,
  Ellipsis,
  Contrast,
  Copy,
  FileCheck,
  FileText,
  Filter,
  Inbox,
  Info,
  KeyRound,
  Languages,
  Layers,
  Lock,
  LogOut,
  MessageSquareText,
  MessagesSquare,
  Pin,
  Plug,
  Plus,
  Quote,
  Search,
  Shapes,
  Trash2,
  TriangleAlert,
  Users,
  WifiOff,
  X,
  CircleDashed,
  type LucideIcon,
} from 'lucide-react';

const ICONS = {
  account: CircleUserRound,
  agent: Plug,
  assets: Layers,
  bad: CircleX,
  check: Check,
  chevron: ChevronDown,
  copy: Copy,
  down: ArrowDown,
  file: FileText,
  filter: Filter,
  forget: Trash2,
  help: CircleHelp,
  inbox: Inbox,
  info: Info,
  key: KeyRound,
  language: Languages,
  left: ChevronLeft,
  lock: Lock,
  memory: MessageSquareText,
  members: Users,
  more: Ellipsis,
  offline: WifiOff,
  persona: CircleUserRound,
  pin: Pin,
  plus: Plus,
  right: ArrowRight,
  scene: Shapes,
  search: Search,
  session: MessagesSquare,
  skill: FileCheck,
  signOut: LogOut,
  theme: Contrast,
  turn: Quote,
  up: ArrowUp,
  wait: CircleDashed,
  warn: TriangleAlert,
  x: X,
} as const satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof ICONS;

/** A decorative sign beside a word. A control that shows only a sign names itself. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  const Sign = ICONS[name];
  return <Sign aria-hidden="true" className={`i ${className}`} strokeWidth={2} />;
}

export function BrandMark() {
  return (
    <svg className="i brand-mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M6.25 3.25h3.5M4.75 6.5h6.5M3.25 9.75h9.5M1.75 13h12.5" />
    </svg>
  );
}
