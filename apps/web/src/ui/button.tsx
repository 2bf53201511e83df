import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon';

type Look = 'default' | 'primary' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  look?: Look;
  large?: boolean;
  icon?: IconName;
  /** The act is on its way: the button keeps its width and says so. */
  busy?: boolean;
  /** Why the button cannot be used now. It stays reachable, so that the reason can be read. */
  blocked?: string | false | undefined;
  children?: ReactNode;
}

export function Button({
  look = 'default',
  large = false,
  icon,
  busy = false,
  blocked,
  children,
  className = '',
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const off = busy || (blocked !== undefined && blocked !== false);
  const classes = ['btn', look === 'default' ? '' : look, large ? 'lg' : '', className];
  return (
    <button
      {...rest}
      type={type}
      className={classes.filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      aria-disabled={off || undefined}
      title={blocked || rest.title}
      onClick={(event) => {
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Icon name="wait" /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button that shows only a sign: `label` is its name and its tooltip. */
export function IconButton({
  label,
  icon,
  ...rest
}: Omit<ButtonProps, 'children'> & { label: string; icon: IconName }) {
  const { look = 'quiet', className = '', ...others } = rest;
  return (
    <Button
      {...others}
      look={look}
      icon={icon}
      className={`icon ${className}`}
      aria-label={label}
      title={label}
    />
  );
}

/** An act that reads as part of a sentence. */
export function LinkButton({ className = '', type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={`link ${className}`} />;
}
