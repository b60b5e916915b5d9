/**
 * Forms: typed values, checked by a contract's schema, with one message per field in the user's language. Input
 * survives errors, a language switch and, if the form opts in, the end of the session. A form can't be submitted again
 * while it is being sent.
 */
import { type ButtonProps, Button } from '@mantine/core';
import { createContext, type FormEvent, type ReactNode, use, useRef, useState } from 'react';
import type { z } from 'zod';
import { fieldMessageIn, fieldMessages } from '#foundation/core/field-errors.ts';
import type { Words } from '#foundation/core/words.ts';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { translate } from '#foundation/console/wire/api.ts';
import type { FieldFault } from './field-fault.ts';
import classes from './form.module.css';
import { loadOrReport } from '#foundation/console/wire/lazy-code.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { savedInput } from './saved-input.ts';
import { useSavedInput } from '#foundation/console/wire/use-saved-input.ts';
import { useLanguage } from '#foundation/console/page/words.tsx';

export type FormValues = Readonly<Record<string, string>>;

/** A schema, or a function that loads it, for pages whose first load must stay small. */
export type FormSchema<Output> = z.ZodType<Output> | (() => Promise<z.ZodType<Output>>);

export interface FormOptions<Values extends FormValues, Output> {
  schema: FormSchema<Output>;
  /** The feature's messages for wrong fields. */
  texts: Words;
  initial: Values;
  /** The fields that survive the end of the session (never a password or a code), and the name to keep them under. */
  savedAs?: { name: string; fields: readonly (keyof Values & string)[] };
  /** Maps the typed values to the schema's input, such as leaving out an empty optional field. Default: unchanged. */
  input?: (values: Values) => unknown;
  /** Finds what the schema can't know, such as an amount above a limit. Its errors come before the schema's. */
  check?: (values: Values) => readonly FieldFault[];
  /** Sends the form. A thrown `FieldErrors` is shown next to the fields; `submit` rejects with any other error. */
  onSubmit: (output: Output, values: Values) => Promise<void>;
}

/** Used as the field name for an error that belongs to no single field. */
export const WHOLE_FORM = '';

export interface FormState<Values extends FormValues = FormValues> {
  values: Values;
  /** `checked`: the field is checked from now on, although it has the focus. */
  set<Name extends keyof Values & string>(name: Name, value: Values[Name], options?: { checked?: boolean }): void;
  /** Field → message in the user's language. */
  errors: Readonly<Record<string, string>>;
  /**
   * Shows a message next to a field until the field changes. With `WHOLE_FORM`, shows it above the button until any
   * field changes or the form is sent.
   */
  setError(name: string, message: string): void;
  /** Call when a field loses focus: it is checked from then on. */
  leave(name: string): void;
  submit(): Promise<void>;
  sending: boolean;
  reset(): void;
}

export function useForm<Values extends FormValues, Output>(options: FormOptions<Values, Output>): FormState<Values> {
  const { schema, texts, initial, input, check, onSubmit } = options;
  const { language } = useLanguage();
  const [values, setValues] = useValues(initial, options.savedAs);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [reported, setReported] = useState<Readonly<Record<string, string>>>({});
  const { rule, load } = useSchema(schema);
  const [sending, setSending] = useState(false);
  // A ref, because it takes effect before the next render: two clicks in one frame submit once.
  const locked = useRef(false);

  // The messages are derived, so that a language switch translates them.
  const judge = (by: z.ZodType<Output>) => {
    const parsed = by.safeParse(input ? input(values) : values, { reportInput: true });
    const issues = [...(check ? check(values) : []), ...(parsed.success ? [] : parsed.error.issues)];
    return { parsed, wrong: fieldMessages({ issues }, texts, language) };
  };
  const errors = Object.fromEntries([
    ...Object.entries(rule ? judge(rule).wrong : {}).filter(([name]) => touched.has(name)),
    ...Object.entries(reported).map(([name, message]) => [name, fieldMessageIn(language, message, texts)] as const),
  ]);

  const submit = async () => {
    if (locked.current) return;
    locked.current = true;
    setSending(true);
    try {
      const { parsed, wrong } = judge(rule ?? (await loadOrReport(load)));
      const names = Object.keys(wrong);
      if (!parsed.success || names.length > 0) {
        setTouched((before) => new Set([...before, ...names]));
        focusField(names);
        return;
      }
      setReported({});
      await onSubmit(parsed.data, values);
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error;
      setReported(error.fields);
      focusField(Object.keys(error.fields));
    } finally {
      locked.current = false;
      setSending(false);
    }
  };

  return {
    values,
    errors,
    sending,
    submit,
    set(name, value, { checked = false } = {}) {
      setValues((before) => ({ ...before, [name]: value }));
      if (checked) setTouched((before) => new Set([...before, name]));
      setReported(({ [name]: _field, [WHOLE_FORM]: _form, ...others }) => others);
    },
    setError(name, message) {
      setReported((before) => ({ ...before, [name]: message }));
    },
    leave(name) {
      if (values[name] === initial[name] && values[name] === '') return;
      setTouched((before) => new Set([...before, name]));
      if (!rule) load().catch(() => undefined);
    },
    reset() {
      setValues(initial);
      setTouched(new Set());
      setReported({});
    },
  };
}

/** The form's values. They start with those kept from before a new login. */
function useValues<Values extends FormValues>(initial: Values, savedAs: FormOptions<Values, unknown>['savedAs']) {
  const name = savedAs?.name;
  const fields: readonly string[] = savedAs?.fields ?? [];
  const state = useState<Values>(() => ({ ...initial, ...textsOf(savedInput(name), fields) }));
  const [values] = state;
  useSavedInput(name, () => textsOf(values, fields));
  return state;
}

function textsOf(values: unknown, fields: readonly string[]): FormValues {
  if (typeof values !== 'object' || values === null) return {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, text]) => fields.includes(name) && typeof text === 'string'),
  );
}

/** The form's schema; undefined until it has been loaded. */
function useSchema<Output>(schema: FormSchema<Output>) {
  const [loaded, setLoaded] = useState(() => (typeof schema === 'function' ? undefined : { schema }));
  const load = async (): Promise<z.ZodType<Output>> => {
    const rule = typeof schema === 'function' ? await schema() : schema;
    setLoaded({ schema: rule });
    return rule;
  };
  return { rule: loaded?.schema, load };
}

const FormContext = createContext<FormState | undefined>(undefined);

/** The form element, with its fields inside. */
export function Form<Values extends FormValues>({
  form,
  label,
  children,
}: {
  form: FormState<Values>;
  label: string;
  children: ReactNode;
}) {
  const element = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit().catch((error: unknown) => {
      if (error instanceof Error && isReported(error)) return;
      // A bug: shows the user that it failed, and rethrows for the error log.
      showToast(translate('server_failed'), 'bad');
      throw error;
    });
  };
  return (
    <FormContext value={form}>
      <form
        ref={element}
        className={classes.form}
        noValidate
        aria-label={label}
        aria-busy={form.sending}
        onSubmit={submit}
      >
        {children}
      </form>
    </FormContext>
  );
}

export function useFormState(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error('a field must be inside a form');
  return form;
}

/**
 * The button names the action ("Withdraw ¥1,200.00"). While the form is being sent, it shows that and can't be pressed.
 * An error of the whole form is shown above it.
 */
export function SubmitButton({ children, ...props }: ButtonProps & { children: ReactNode }) {
  const { sending, errors } = useFormState();
  const fault = errors[WHOLE_FORM];
  return (
    <>
      {fault !== undefined && (
        <p className={classes.fault} role="alert">
          <span>{fault}</span>
        </p>
      )}
      <Button type="submit" loading={sending} aria-busy={sending} {...props}>
        {children}
      </Button>
    </>
  );
}

/**
 * Whether the user knows already: errors of calls are reported by `api.ts` or handled by the screen, and the user caused
 * the other two.
 */
function isReported(error: Error): boolean {
  return [
    'CallRefused',
    'CallFailed',
    'LoggedOut',
    'OtherSession',
    'CaptchaNeeded',
    'SecondStepNeeded',
    'AbortError',
    'GeetestClosed',
  ].includes(error.name);
}

/** Focuses the first wrong field in page order, after the messages have been rendered. */
export function focusField(names: readonly string[]): void {
  requestAnimationFrame(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('form [name]')];
    fields.find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus();
  });
}
