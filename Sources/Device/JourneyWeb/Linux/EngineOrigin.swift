internal import CWebKitGTK
internal import JourneyBase

extension Origin {
    /// Creates the origin of `uri` with the engine's own parser; `nil` for anything but a plain `https` origin.
    @GTKActor init?(engine uri: String) {
        guard let origin = webkit_security_origin_new_for_uri(uri) else { return nil }
        defer { webkit_security_origin_unref(origin) }
        guard let scheme = webkit_security_origin_get_protocol(origin),
            let host = webkit_security_origin_get_host(origin)
        else { return nil }
        self.init(
            scheme: String(cString: scheme), host: String(cString: host),
            port: Int(webkit_security_origin_get_port(origin)))
    }
}
