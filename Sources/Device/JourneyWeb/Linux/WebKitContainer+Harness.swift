internal import CWebKitGTK
internal import Foundation
package import JourneyBase

/// What a demo and tests do to a page as a person would: look at it, fill in, press.
///
/// No part of the SDK's seam: an app that hosts journeys has no use for it. It works from a script world of its own, so
/// that the page's scripts cannot tell it from a person, nor be called by it.
extension WebKitContainer {
    private static let harnessWorld = "journey-harness"

    /// What the window shows now, as PNG. Waits up to half a minute for the engine to have painted: before, it
    /// gives no picture.
    package func snapshot() async throws(JourneyError) -> [UInt8] { try await snapshot(isWhole: false) }

    /// The same, or with what stands beyond the window's edge as well.
    func snapshot(isWhole: Bool) async throws(JourneyError) -> [UInt8] {
        for _ in 0..<600 {
            let png = try await picture(isWhole ? WEBKIT_SNAPSHOT_REGION_FULL_DOCUMENT : WEBKIT_SNAPSHOT_REGION_VISIBLE)
            if !png.isEmpty { return png }
            try? await Task.sleep(for: .milliseconds(50))
        }
        throw JourneyError(.pageLoadFailed, "The page could not be pictured.")
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

    /// Types `text` into what `selector` finds, with the events that typing raises. Waits until it is there.
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

    /// Presses what `selector` finds. Waits until it is there and enabled.
    package func press(_ selector: String, within patience: Duration = .seconds(60)) async throws(JourneyError) {
        _ = try await act(on: selector, within: patience, "element.click(); return \"\";", needsEnabled: true)
    }

    /// Waits until something that `selector` finds is shown.
    package func wait(for selector: String, within patience: Duration = .seconds(60)) async throws(JourneyError) {
        _ = try await act(on: selector, within: patience, "return \"\";")
    }

    /// The text of what `selector` finds, or the value of a field. Waits until it is there.
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
    /// The waiting is done here and not in the page: when a document goes away under a script that waits, the engine says
    /// so only when it collects the script, seconds later.
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
        throw JourneyError(.pageLoadFailed, "The page shows nothing that \(selector) finds.")
    }

    /// Runs an asynchronous function's body in `world` (the page's own for `nil`) and gives the string that it returns;
    /// `nil` when it threw. `arguments` are visible by name.
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
