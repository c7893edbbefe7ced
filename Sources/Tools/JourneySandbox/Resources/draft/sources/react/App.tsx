// A page of the journey: connects, shows what the bank answers, sends what was typed. It is yours to change.

import type { JourneyBridge, Json } from "journey-bridge";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { answerTexts, read, refusal, textsFor, type Step } from "./form";
import { FieldRow } from "./FieldRow";

interface Properties {
    readonly step: Step;
    readonly connect: () => Promise<JourneyBridge>;
}

export const App = ({ step, connect }: Properties) => {
    const [bridge, setBridge] = useState<JourneyBridge>();
    const [isBusy, setBusy] = useState(step.isShown);
    const [notice, setNotice] = useState("");
    const [faults, setFaults] = useState<{ [path: string]: string }>({});
    const [rows, setRows] = useState<{ readonly label: string; readonly text: string }[]>([]);
    const alert = useRef<HTMLParagraphElement>(null);
    const { language, texts } = textsFor(bridge?.context.locale);

    useEffect(() => {
        let isMounted = true;
        const stops: (() => void)[] = [];
        connect().then(
            (bridge) => {
                if (!isMounted) return;
                const { texts } = textsFor(bridge.context.locale);
                setBridge(bridge);
                stops.push(bridge.on("answered", (event) => {
                    setRows(answerTexts(event, step));
                    setBusy(false);
                }));
                stops.push(bridge.on("refused", (event) => {
                    const refused = refusal(event, step.fields, texts);
                    setFaults(refused.faults);
                    setNotice(refused.notice);
                    setBusy(false);
                }));
            },
            () => setNotice(textsFor("en").texts.opensInApp));
        return () => {
            isMounted = false;
            for (const stop of stops) stop();
        };
    }, [step, connect]);

    useEffect(() => {
        if (notice) alert.current?.focus();
    }, [notice]);

    const send = async (name: string, payload: { [name: string]: Json } = {}) => {
        try {
            await bridge?.emit(name, payload);
        } catch {
            setNotice(texts.didNotWork);
            setBusy(false);
        }
    };

    const submit = (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const typed = read(event.currentTarget, step.fields, texts);
        setNotice("");
        setFaults(typed.faults);
        if (Object.keys(typed.faults).length > 0) return;
        setBusy(true);
        void send("submit", typed.payload);
    };

    return (
        <>
            <header>
                <button type="button" id="cancel" lang={language} disabled={!bridge} onClick={() => void send("cancel")}>
                    {texts.cancel}
                </button>
            </header>
            <main>
                <h1>{step.title}</h1>
                <p id="notice" role="alert" tabIndex={-1} ref={alert} lang={language} hidden={notice === ""}>{notice}</p>
                {step.isShown && (
                    <dl id="answer" aria-live="polite" hidden={rows.length === 0}>
                        {rows.map(({ label, text }) => <div key={label}><dt>{label}</dt><dd>{text}</dd></div>)}
                    </dl>
                )}
                <form noValidate onSubmit={submit}>
                    {step.fields.map((field) => (
                        <FieldRow key={field.path} field={field} fault={faults[field.path]} language={language} texts={texts} />
                    ))}
                    <button type="submit" id="continue" lang={language} disabled={isBusy || !bridge}>
                        {step.isLast ? texts.confirm : texts.continue}
                    </button>
                </form>
            </main>
        </>
    );
};
