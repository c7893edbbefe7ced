internal import CWebKitGTK

/// What `WebPresenter` needs of a container: pages of our own text, and what their forms say.
extension WebKitContainer {
    /// Lets our own pages in, and calls `receive` with what the script in their world says.
    func prepareForScreens(_ receive: @escaping @GTKActor ([UInt8]) -> Void) {
        showsOwnPages = true
        receiveScreen = receive
        let script = webkit_user_script_new_for_world(
            ScreenAnswer.script, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
            WebPresenter.world, nil, nil)
        webkit_user_content_manager_add_script(content, script)
        webkit_user_script_unref(script)
        _ = cwebkit_connect(
            .init(content), "script-message-received::\(WebPresenter.handler)",
            unsafeBitCast(screenMessage, to: GCallback.self), Unmanaged.passUnretained(self).toOpaque())
        webkit_user_content_manager_register_script_message_handler(
            content, WebPresenter.handler, WebPresenter.world)
    }

    func loadOwnPage(_ html: String) {
        guard !isClosed, showsOwnPages else { return }
        webkit_web_view_load_html(view, html, nil)
    }

    func setVisible(_ isVisible: Bool) {
        guard !isClosed else { return }
        if isVisible { gtk_window_present(window) } else { cwebkit_window_hide(window) }
    }
}

private let screenMessage: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void =
    { _, value, data in
        guard let value, let data, let bytes = jsc_value_to_string_as_bytes(value) else { return }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        let start = g_bytes_get_data(bytes, &count)
        let message = Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
        let address = UInt(bitPattern: data)
        GTKActor.assumeIsolated {
            guard let data = UnsafeRawPointer(bitPattern: address) else { return }
            Unmanaged<WebKitContainer>.fromOpaque(data).takeUnretainedValue().receiveScreen?(message)
        }
    }
