internal import CWebKitGTK
internal import Glibc

/// The parts of a container for `WebPresenter`: pages of this package's own text, and the input of their forms.
extension WebKitContainer {
    /// Allows this package's own pages, and calls `receive` with the messages of the script in their world.
    func prepareForScreens(_ receive: @escaping @GTKActor (ScreenMessage) -> Void) {
        showsOwnPages = true
        receiveScreen = receive
        let script = webkit_user_script_new_for_world(
            ScreenAnswer.cells + ScreenAnswer.script + ScreenAnswer.pad, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
            WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
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

    /// Sets the window's size, the person's text size in percent, and the colours of this process's pages, which do not move then.
    func setAppearance(width: Int, height: Int, textPercent: Int, isDark: Bool) {
        guard !isClosed else { return }
        // A hidden window takes its new size when it is shown again.
        cwebkit_window_hide(window)
        gtk_window_set_default_size(window, Int32(width), Int32(height))
        webkit_settings_set_default_font_size(webkit_web_view_get_settings(view), UInt32(16 * textPercent / 100))
        cwebkit_set_appearance(isDark ? 1 : 0, 0)
    }

    func setVisible(_ isVisible: Bool) {
        guard !isClosed else { return }
        if isVisible { gtk_window_present(window) } else { cwebkit_window_hide(window) }
    }
}

private let screenMessage: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void =
    { _, value, data in
        guard let value, let data, let bytes = jsc_value_to_string_as_bytes(value) else { return }
        var count: gsize = 0
        // The only reference, so this returns the memory itself: it may contain typed secrets, and is wiped.
        guard let start = g_bytes_unref_to_data(bytes, &count) else { return }
        defer {
            explicit_bzero(start, Int(count))
            g_free(start)
        }
        guard let message = ScreenMessage(UnsafeRawBufferPointer(start: start, count: Int(count))) else { return }
        let address = UInt(bitPattern: data)
        GTKActor.assumeIsolated {
            guard let data = UnsafeRawPointer(bitPattern: address) else { return }
            Unmanaged<WebKitContainer>.fromOpaque(data).takeUnretainedValue().receiveScreen?(message)
        }
    }
