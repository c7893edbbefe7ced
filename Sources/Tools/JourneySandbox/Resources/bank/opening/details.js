import { connect, find, ready, showProblems, submits, texts, values } from "./opening.js";

const bridge = await connect();
const country = (code, name) => Object.assign(document.createElement("option"), { value: code, textContent: name });
find("#tax-residence").append(
    country("", texts.chooseCountry),
    ...Object.entries(texts.countries).map(([code, name]) => country(code, name)),
);

// The page only checks for empty fields; the bank validates the rest and names the fields.
submits(bridge, texts.checking, "detailsRejected", () => {
    const details = values(
        "givenName", "familyName", "birthDate", "email", "mobile", "street", "town", "postcode", "taxResidence", "income",
    );
    const problems = {};
    Object.entries(details).forEach(([name, value]) => {
        if (value === "") problems[name] = texts.required;
    });
    const income = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,8})$/.exec(details.income);
    if (!income && details.income !== "") problems.income = texts.incomeFault;
    if (showProblems(problems)) return null;
    return { ...details, income: Number(income[1].replaceAll(",", "")) };
});
ready();
