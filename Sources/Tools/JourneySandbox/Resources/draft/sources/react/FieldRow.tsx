// A field of a page with its label, its hint and what is wrong with it. It is yours to change.

import type { Field, Texts } from "./form";

interface Properties {
    readonly field: Field;
    readonly fault: string | undefined;
    readonly language: string;
    readonly texts: Texts;
}

export const FieldRow = ({ field, fault, language, texts }: Properties) => {
    const { id, label, hint, isRequired } = field;
    return (
        <div className="field">
            <label htmlFor={id}>
                {label}
                {!isRequired && <span lang={language}> {texts.optional}</span>}
                {hint && <small id={`${id}-hint`}>{hint}</small>}
            </label>
            <Control field={field} isInvalid={fault !== undefined} />
            <p className="error" id={`${id}-error`} lang={language} hidden={fault === undefined}>{fault}</p>
        </div>
    );
};

const Control = ({ field, isInvalid }: { readonly field: Field; readonly isInvalid: boolean }) => {
    const { id, hint, kind, isRequired, choices = [] } = field;
    const common = {
        id,
        required: isRequired,
        "aria-describedby": `${hint ? `${id}-hint ` : ""}${id}-error`,
        "aria-invalid": isInvalid || undefined,
    };
    switch (kind) {
        case "area":
            return <textarea rows={4} {...common} />;
        case "choice":
            return (
                <select {...common}>
                    <option />
                    {choices.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
                </select>
            );
        case "flag":
            return <input type="checkbox" {...common} />;
        case "email":
            return <input type="email" autoComplete="email" {...common} />;
        case "number":
            return <input type="text" inputMode="decimal" {...common} />;
        case "integer":
        case "date":
            return <input type="text" inputMode="numeric" {...common} />;
        default:
            return <input type="text" autoComplete="off" {...common} />;
    }
};
