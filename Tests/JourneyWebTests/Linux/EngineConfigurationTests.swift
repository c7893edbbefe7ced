import CWebKitGTK
import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "WebKit: configuration", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct EngineConfigurationTests {
    @Test("the engine uses its restrictive settings and stores nothing")
    func settings() async throws {
        try await WebEngineFixture.run([:]) { stage in
            #expect(await stage.engine.liberties.filter(\.value).keys.sorted() == [])
            #expect(await stage.engine.keepsNothing)
        }
    }

    @Test("camera, microphone, place, motion, notifications and the clipboard are refused, and files are not fetched")
    func permissions() async throws {
        let page = WebEngineFixture.page(
            """
            const attempt = async (work) => { try { return await work(); } catch (error) { return "refused"; } };
            const place = () => new Promise((resolve, reject) =>
                navigator.geolocation.getCurrentPosition(() => resolve("granted"), reject));
            const answers = {
                camera: await attempt(() => navigator.mediaDevices.getUserMedia({ video: true }).then(() => "granted")),
                microphone: await attempt(() => navigator.mediaDevices.getUserMedia({ audio: true }).then(() => "granted")),
                place: await attempt(place),
                notifications: await attempt(() => Notification.requestPermission().then((word) =>
                    word === "granted" ? word : "refused")),
                clipboard: await attempt(() => navigator.clipboard.readText().then(() => "granted")),
                motion: await attempt(() => DeviceMotionEvent.requestPermission()),
            };
            const link = document.createElement("a");
            link.download = "x.txt";
            link.href = "/x.txt";
            document.body.append(link);
            link.click();
            await bridge.emit("tried", answers);
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            let answers = try #require(await stage.event("tried")?.object)
            #expect(answers.count == 6)
            #expect(answers.filter { $0.value != "refused" }.isEmpty)
        }
    }
}

extension WebKitContainer {
    /// The features that pages could be granted, and whether they are.
    var liberties: [String: Bool] {
        let settings = webkit_web_view_get_settings(view)
        let session = webkit_web_view_get_network_session(view)
        return [
            "inspector": webkit_settings_get_enable_developer_extras(settings) != 0,
            "windows": webkit_settings_get_javascript_can_open_windows_automatically(settings) != 0,
            "media": webkit_settings_get_enable_media_stream(settings) != 0,
            "calls": webkit_settings_get_enable_webrtc(settings) != 0,
            "clipboard": webkit_settings_get_javascript_can_access_clipboard(settings) != 0,
            "files": webkit_settings_get_allow_file_access_from_file_urls(settings) != 0,
            "files of all": webkit_settings_get_allow_universal_access_from_file_urls(settings) != 0,
            "gestures": webkit_settings_get_enable_back_forward_navigation_gestures(settings) != 0,
            "page cache": webkit_settings_get_enable_page_cache(settings) != 0,
            "TLS errors": webkit_network_session_get_tls_errors_policy(session) != WEBKIT_TLS_ERRORS_POLICY_FAIL,
            "credentials": webkit_network_session_get_persistent_credential_storage_enabled(session) != 0,
        ]
    }

    var keepsNothing: Bool { webkit_network_session_is_ephemeral(webkit_web_view_get_network_session(view)) != 0 }
}
