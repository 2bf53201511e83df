import { useId, type ComponentProps, type ReactNode } from 'react';
import type { Fault } from '../data/hub';
import { Icon } from './icon';

interface Around {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value, from the hub or from the page. */
  fault?: Fault | string | undefined;
}

interface FieldParts {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A label, a control, a hint and the fault of the value, tied together. */
function Field({ label, hint, fault, children }: Around & { children: (parts: FieldParts) => ReactNode }) {
  const id = useId();
  const described = [hint == null ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {hint != null && (
        <span className="meta" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span className="hint-bad" id={`${id}-fault`}>
          <Icon name="bad" />
          {typeof fault === 'string' ? fault : [fault.message, fault.hint].filter(Boolean).join(' ')}
        </span>
      )}
    </div>
  );
}

export function TextField({
  label,
  hint,
  fault,
  className = '',
  ...input
}: Around & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(parts) => <input {...input} {...parts} className={`input ${className}`} />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  fault,
  className = '',
  ...input
}: Around & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(parts) => <textarea rows={3} {...input} {...parts} className={`input ${className}`} />}
    </Field>
  );
}

export function SelectField({ label, hint, fault, children, ...input }: Around & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(parts) => (
        <span className="sel">
          <select {...input} {...parts} className="input">
            {children}
          </select>
          <Icon name="chevron" />
        </span>
      )}
    </Field>
  );
}

/** A select inside a row; its name is spoken only. */
export function RowSelect({ label, children, ...input }: { label: string } & ComponentProps<'select'>) {
  return (
    <span className="sel">
      <select {...input} aria-label={label} className="input sm">
        {children}
      </select>
      <Icon name="chevron" />
    </span>
  );
}

/** A box or a dot with its sentence and, below it, what the choice means. */
export function Check({
  children,
  hint,
  type = 'checkbox',
  ...input
}: { children: ReactNode; hint?: ReactNode; type?: 'checkbox' | 'radio' } & Omit<
  ComponentProps<'input'>,
  'type'
>) {
  const id = useId();
  return (
    <label className="check">
      <input {...input} type={type} aria-describedby={hint == null ? undefined : id} />
      <span>{children}</span>
      {hint != null && (
        <span className="meta" id={id}>
          {hint}
        </span>
      )}
    </label>
  );
}
