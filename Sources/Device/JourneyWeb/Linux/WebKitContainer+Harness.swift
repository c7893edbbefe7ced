internal import CWebKitGTK
internal import Foundation
package import JourneyBase

/// Page automation for demos and tests: take pictures, fill in fields, press buttons.
///
/// Not part of the SDK's interface for apps. It runs in its own script world, so that the page's scripts can neither detect nor
/// call it.
extension WebKitContainer {
    private static let harnessWorld = "journey-harness"

    /// The title of the window.
    package var windowTitle: String { gtk_window_get_title(window).map { String(cString: $0) } ?? "" }

    /// Returns the window's content as PNG. Waits up to 30 seconds for the engine's first paint.
    package func snapshot() async throws(JourneyError) -> [UInt8] { try await snapshot(isWhole: false) }

    /// Returns the window's content, or with `isWhole` the full document, as PNG.
    package func snapshot(isWhole: Bool) async throws(JourneyError) -> [UInt8] {
        for _ in 0..<600 {
            let png = try await picture(isWhole ? WEBKIT_SNAPSHOT_REGION_FULL_DOCUMENT : WEBKIT_SNAPSHOT_REGION_VISIBLE)
            if !png.isEmpty { return png }
            try? await Task.sleep(for: .milliseconds(50))
        }
        throw JourneyError(
            .pageLoadFailed, "Taking a picture of the page failed: WebKit painted nothing within 30 seconds.")
    }

    private func picture(_ region: WebKitSnapshotRegion) async throws(JourneyError) -> [UInt8] {
        guard !isClosed else { throw closed }
        let view = view
        return await GLibResult.of({ callback, data in
            webkit_web_view_get_snapshot(
                view, region, WEBKIT_SNAPSHOT_OPTIONS_NONE, nil, callback, data)
        }) { result -> [UInt8] in
            guard let texture = webkit_web_view_get_snapshot_finish(view, result, nil) else { return [] }
            defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
            guard let bytes = gdk_texture_save_to_png_bytes(texture) else { return [] }
            defer { g_bytes_unref(bytes) }
            var count: gsize = 0
            let start = g_bytes_get_data(bytes, &count)
            return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
        }
    }

    /// Types `text` into the element that `selector` finds, with the events of typing. Waits until it exists.
    package func fill(_ selector: String, with text: String, within patience: Duration = .seconds(60))
        async throws(JourneyError)
    {
        _ = try await act(
            on: selector, within: patience,
            """
            element.focus();
            if (element instanceof HTMLSelectElement) {
                element.value = text;
            } else if (element.type === "checkbox" || element.type === "radio") {
                if (element.checked !== (text === "true")) element.click();
            } else {
                const kind = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
                Object.getOwnPropertyDescriptor(kind.prototype, "value").set.call(element, text);
            }
            element.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertText" }));
            element.dispatchEvent(new Event("change", { bubbles: true }));
            return "";
            """, text: text, needsEnabled: true)
    }

    /// Presses the element that `selector` finds. Waits until it exists and is enabled.
    package func press(_ selector: String, within patience: Duration = .seconds(60)) async throws(JourneyError) {
        _ = try await act(on: selector, within: patience, "element.click(); return \"\";", needsEnabled: true)
    }

    /// Waits until an element that `selector` finds is shown.
    package func wait(for selector: String, within patience: Duration = .seconds(60)) async throws(JourneyError) {
        _ = try await act(on: selector, within: patience, "return \"\";")
    }

    /// Returns the text of the element that `selector` finds, or the value of a field. Waits until it exists.
    package func text(of selector: String, within patience: Duration = .seconds(60))
        async throws(JourneyError) -> String
    {
        try await act(on: selector, within: patience, "return element.value ?? element.innerText;")
    }

    /// Ends the web process, as a crash would.
    package func killWebProcess() {
        guard !isClosed else { return }
        webkit_web_view_terminate_web_process(view)
    }

    private var closed: JourneyError { JourneyError(.pageLoadFailed, "The page is closed.") }

    /// Waits for `selector` and runs `body`, which sees the `element` and the `text` and returns a string.
    ///
    /// The wait is here and not in the page: when a document goes away under a waiting script, the engine reports it only when it
    /// collects the script, seconds later.
    private func act(
        on selector: String, within patience: Duration, _ body: String, text: String = "", needsEnabled: Bool = false
    ) async throws(JourneyError) -> String {
        let end = ContinuousClock.now + patience
        let script = """
            const element = document.querySelector(selector);
            const isShown = element && element.getClientRects().length > 0;
            if (!isShown || (needsEnabled && element.disabled)) return "";
            return "=" + (() => { \(body) })();
            """
        let arguments: JSONValue = [
            "selector": .string(selector), "text": .string(text), "needsEnabled": .bool(needsEnabled),
        ]
        while !isClosed, !Task.isCancelled {
            let result = await evaluate(script, arguments: arguments, world: WebKitContainer.harnessWorld)
            if let result, result.hasPrefix("=") { return String(result.dropFirst()) }
            guard ContinuousClock.now < end else { break }
            try? await Task.sleep(for: .milliseconds(20))
        }
        throw JourneyError(.pageLoadFailed, "The page shows no element that matches \(selector).")
    }

    /// Runs an asynchronous function's body in `world` (`nil` for the page's own) and returns its string; `nil` when it threw.
    /// `arguments` are visible by name.
    package func evaluate(_ script: String, arguments: JSONValue = [:], world: String? = nil) async -> String? {
        guard !isClosed else { return nil }
        let view = view
        let names = arguments.object.map { $0.keys.sorted() } ?? []
        let body = "const {\(names.joined(separator: ", "))} = JSON.parse(argumentText);\n\(script)"
        let variant = cwebkit_text_argument("argumentText", arguments.compactText)
        return await GLibResult.of({ callback, data in
            webkit_web_view_call_async_javascript_function(
                view, body, -1, variant, world, nil, nil, callback, data)
        }) { result -> String? in
            guard
                let value = webkit_web_view_call_async_javascript_function_finish(view, result, nil)
            else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(value)) }
            guard let text = jsc_value_to_string(value) else { return nil }
            defer { g_free(text) }
            return String(cString: text)
        }
    }
}
