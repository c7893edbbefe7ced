import { showNotice } from "/pages/assets/page.js";
import { connect, find, ready, submits, texts } from "./opening.js";

const bridge = await connect();

const made = (tag, properties) => Object.assign(document.createElement(tag), properties);

const choice = ({ productCode, name, summary }) => {
    const label = document.createElement("label");
    const words = document.createElement("span");
    words.append(made("strong", { textContent: name }), made("span", { className: "quiet", textContent: summary }));
    label.append(
        made("input", { type: "radio", name: "productCode", value: productCode, id: `product-${productCode}` }), words,
    );
    return label;
};

bridge.on("productsReady", ({ products }) => {
    find("#products").replaceChildren(...products.map(choice));
    ready();
});
bridge.on("productsUnavailable", () => showNotice(texts.unavailable, ""));

submits(bridge, texts.starting, "productRejected", () => {
    const chosen = find('[name="productCode"]:checked');
    if (!chosen) showNotice(texts.chooseProduct, "");
    return chosen && { productCode: chosen.value };
});
