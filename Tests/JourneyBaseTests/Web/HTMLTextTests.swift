import JourneyBase
import Testing

@Suite("Escaping text for pages")
struct HTMLTextTests {
    @Test(
        "escaped text cannot open a tag or end an attribute",
        arguments: [
            ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"), ("a\nb", "a\nb"), ("a\u{0}\u{1B}\u{7F}b", "ab"),
            // One character to Swift, two to a browser.
            ("\u{600}<meta>", "\u{600}&lt;meta&gt;"), ("<\u{301}", "&lt;\u{301}"), ("£ – é", "£ – é"),
        ])
    func escaped(text: String, html: String) {
        #expect(HTMLText.escaped(text).unicodeScalars.elementsEqual(html.unicodeScalars))
    }
}
