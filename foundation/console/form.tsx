/**
 * Forms: values as typed, a contract's schema as the rule, one message a field in the reader's language. What was typed
 * is never lost: not by an error, not by a language switch, nor, where the form asks for that, by the end of a session.
 * A form that is being sent can't be sent again.
 */
import { type ButtonProps, Button } from '@mantine/core';
import { createContext, type FormEvent, type ReactNode, use, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { fieldMessageIn, fieldMessages } from '#foundation/core/field-errors.ts';
import type { Words } from '#foundation/core/words.ts';
import { FieldErrors } from './api-errors.ts';
import { say } from './api.ts';
import classes from './form.module.css';
import { loadedOrTold } from './late-code.ts';
import { showToast } from './toasts.ts';
import { typedBeforeLogin } from './typed-forms.ts';
import { useOffered } from './use-outliving.ts';
import { useLanguage } from './words.tsx';

export type FormValues = Readonly<Record<string, string>>;

/** A schema, or the way to load it when the first page must stay small. */
export type FormSchema<Output> = z.ZodType<Output> | (() => Promise<z.ZodType<Output>>);

export interface FormOptions<Values extends FormValues, Output> {
  schema: FormSchema<Output>;
  /** The feature's words for wrong fields. */
  texts: Words;
  initial: Values;
  /** What outlives the end of a session: under which name, and which fields (never a password or a code). */
  outlives?: { name: string; fields: readonly (keyof Values & string)[] };
  /** From what is typed to what the schema takes (an empty optional field left out); default: as typed. */
  input?: (values: Values) => unknown;
  /** Sends; a thrown `FieldErrors` is shown beside the fields, any other error is the caller's. */
  onSubmit: (output: Output, values: Values) => Promise<void>;
}

/** In the place of a field's name, for what is wrong with no single field. */
export const WHOLE_FORM = '';

export interface FormState<Values extends FormValues = FormValues> {
  values: Values;
  set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void;
  /** Field → message in the reader's language. */
  errors: Readonly<Record<string, string>>;
  /**
   * Shows a message beside a field until the field changes. `WHOLE_FORM`: above the button, until anything is changed
   * or sent.
   */
  setError(name: string, message: string): void;
  /** A field that was left is checked from then on. */
  leave(name: string): void;
  submit(): Promise<void>;
  sending: boolean;
  reset(): void;
}

export function useForm<Values extends FormValues, Output>(options: FormOptions<Values, Output>): FormState<Values> {
  const { schema, texts, initial, input, onSubmit } = options;
  const { language } = useLanguage();
  const [values, setValues] = useValues(initial, options.outlives);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [told, setTold] = useState<Readonly<Record<string, string>>>({});
  const { rule, load } = useSchema(schema);
  const [sending, setSending] = useState(false);
  // Set before the next render: two clicks in one frame are one submission.
  const locked = useRef(false);

  // The messages are derived, so that a language switch says them anew.
  const wrong = useMemo(() => {
    const parsed = rule?.safeParse(input ? input(values) : values, { reportInput: true });
    return parsed && !parsed.success ? fieldMessages(parsed.error, texts, language) : {};
  }, [rule, values, input, texts, language]);
  const errors = useMemo(() => {
    const checked = Object.entries(wrong).filter(([name]) => left.has(name));
    const said = Object.entries(told).map(
      ([name, message]) => [name, fieldMessageIn(language, message, texts)] as const,
    );
    return Object.fromEntries([...checked, ...said]);
  }, [wrong, left, told, texts, language]);

  const submit = async () => {
    if (locked.current) return;
    locked.current = true;
    setSending(true);
    try {
      const parsed = (rule ?? (await loadedOrTold(load))).safeParse(input ? input(values) : values, {
        reportInput: true,
      });
      if (!parsed.success) {
        const names = Object.keys(fieldMessages(parsed.error, texts, language));
        setLeft((before) => new Set([...before, ...names]));
        focusField(names);
        return;
      }
      setTold({});
      await onSubmit(parsed.data, values);
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error;
      setTold(error.fields);
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
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }));
      setTold(({ [name]: _said, [WHOLE_FORM]: _fault, ...others }) => others);
    },
    setError(name, message) {
      setTold((before) => ({ ...before, [name]: message }));
    },
    leave(name) {
      if (values[name] === initial[name] && values[name] === '') return;
      setLeft((before) => (before.has(name) ? before : new Set([...before, name])));
      if (!rule) load().catch(() => undefined);
    },
    reset() {
      setValues(initial);
      setLeft(new Set());
      setTold({});
    },
  };
}

/** What is typed, which begins with what outlived a login anew. */
function useValues<Values extends FormValues>(initial: Values, outlives: FormOptions<Values, unknown>['outlives']) {
  const name = outlives?.name;
  const fields: readonly string[] = outlives?.fields ?? [];
  const state = useState<Values>(() => ({ ...initial, ...textsOf(typedBeforeLogin(name), fields) }));
  const [values] = state;
  useOffered(name, () => textsOf(values, fields));
  return state;
}

function textsOf(values: unknown, fields: readonly string[]): FormValues {
  if (typeof values !== 'object' || values === null) return {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, text]) => fields.includes(name) && typeof text === 'string'),
  );
}

/** The form's rule: there at once, or when it has been loaded. */
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

/** The form around its fields. */
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
      if (error instanceof Error && isTold(error)) return;
      // A fault of ours: whoever pressed is not left waiting, and the error log has it.
      showToast(say('server_failed'), 'bad');
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
  if (!form) throw new Error('a field stands outside a form');
  return form;
}

/**
 * Names the act ("Withdraw ¥1,200.00"); shows that it is on its way, and can't be pressed meanwhile. The form's fault
 * stands above it.
 */
export function SubmitButton({ children, ...props }: ButtonProps & { children: ReactNode }) {
  const { sending, errors } = useFormState();
  const fault = errors[WHOLE_FORM];
  return (
    <>
      {fault !== undefined && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
      <Button type="submit" loading={sending} aria-busy={sending} {...props}>
        {children}
      </Button>
    </>
  );
}

/**
 * Every error class of the client was told where it belongs before it got here; who left the page or closed what it
 * asked knows.
 */
function isTold(error: Error): boolean {
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

/** The first wrong field in the order of the page, after the messages are on it. */
function focusField(names: readonly string[]): void {
  requestAnimationFrame(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('form [name]')];
    fields.find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus();
  });
}
