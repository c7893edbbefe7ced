// What the pages' forms do alike: read what was typed, and find the words for it. It is yours to change.

import type { Json } from "journey-bridge";
import { languages } from "./texts.js";

/** A field of a page, as steps.ts lists it. */
export interface Field {
    /** Its place in the event: `a.b` is the member `b` of `a`. */
    readonly path: string;
    readonly id: string;
    readonly label: string;
    readonly hint?: string;
    readonly kind: "text" | "area" | "email" | "date" | "integer" | "number" | "flag" | "choice";
    readonly isRequired: boolean;
    readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** A page of the journey: a heading, what the bank answers when it opens, and what the person enters. */
export interface Step {
    readonly title: string;
    /** `true` if the page shows an answer and asks for nothing. */
    readonly isShown: boolean;
    readonly isLast: boolean;
    readonly answer: readonly { readonly name: string; readonly label: string }[];
    readonly fields: readonly Field[];
}

export type Texts = typeof languages.en;

/** Returns the fixed words in the language of a BCP 47 tag; in English for one that is not listed. */
export const textsFor = (tag: Json | undefined): { readonly language: string; readonly texts: Texts } => {
    const spoken = /^[a-z]+/i.exec(String(tag ?? ""))?.[0]?.toLowerCase() ?? "en";
    const known: { [name: string]: Texts } = languages;
    return Object.hasOwn(known, spoken)
        ? { language: spoken, texts: known[spoken] ?? languages.en }
        : { language: "en", texts: languages.en };
};

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const inputOf = (form: HTMLFormElement, field: Field): Input | null => form.querySelector<Input>(`#${field.id}`);

/** Returns what the operation wants to have: numbers as numbers; nothing for an empty field, `null` for no number. */
const valueOf = (input: Input | null, field: Field): Json | undefined => {
    if (input instanceof HTMLInputElement && field.kind === "flag") return input.checked;
    const text = input?.value.trim() ?? "";
    if (text === "") return undefined;
    if (field.kind !== "integer" && field.kind !== "number") return text;
    const number = Number(text);
    return (field.kind === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number)) ? number : null;
};

/** Reads a form: the event's payload, and a sentence for each field that has to be mended first. */
export const read = (
    form: HTMLFormElement,
    fields: readonly Field[],
    texts: Texts,
): { payload: { [name: string]: Json }; faults: { [path: string]: string } } => {
    const payload: { [name: string]: Json } = {};
    const faults: { [path: string]: string } = {};
    for (const field of fields) {
        const value = valueOf(inputOf(form, field), field);
        if (value === undefined) {
            if (field.isRequired) faults[field.path] = texts.missing;
        } else if (value === null) {
            faults[field.path] = texts.number;
        } else {
            const path = field.path.split(".");
            const last = path.pop() ?? field.path;
            let owner = payload;
            for (const name of path) owner = (owner[name] ??= {}) as { [name: string]: Json };
            owner[last] = value;
        }
    }
    const first = fields.find((field) => faults[field.path] !== undefined);
    if (first) inputOf(form, first)?.focus();
    return { payload, faults };
};

/** The sentences for what the bank did not accept: by field where it names them, else one for all. */
export const refusal = (
    event: Json,
    fields: readonly Field[],
    texts: Texts,
): { faults: { [path: string]: string }; notice: string } => {
    const { code, problem, errors } = event as { code?: string; problem?: string; errors?: { field: string; detail: string }[] };
    const faults: { [path: string]: string } = {};
    for (const { field, detail } of errors ?? []) {
        if (fields.some(({ path }) => path === field)) faults[field] = detail;
    }
    const words: { [name: string]: string } = texts;
    const notice = Object.keys(faults).length > 0 ? "" : (words[problem ?? ""] ?? words[code ?? ""] ?? texts.notAccepted);
    return { faults, notice };
};

/** Returns the texts of an answer that a person reads, by the member's name. */
export const answerTexts = (event: Json, step: Step): { readonly label: string; readonly text: string }[] =>
    step.answer.flatMap(({ name, label }) => {
        const value = (event as { [name: string]: Json })[name];
        return value === undefined || value === null || typeof value === "object" ? [] : [{ label, text: String(value) }];
    });

/** The name of the step whose page this is: the last part of its address. */
export const stepName = (): string => location.pathname.split("/").filter(Boolean).pop() ?? "";
