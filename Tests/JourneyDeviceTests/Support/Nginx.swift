import JourneyCrypto
import JourneyHarness

/// A private nginx for one test, with TLS, which echoes requests.
final class Nginx: Sendable {
    static let missing = "nginx is not installed: `make test` installs nginx-light"
    static let isInstalled = PrivateNginx.isInstalled

    private let instance: PrivateNginx

    var port: Int { instance.ports[0] }
    var folder: String { instance.folder }

    /// Serves `files` by their names over TLS, with HTTP/2 unless `isHTTP2` is false, and additional `settings`.
    init(
        _ identity: DevelopmentIdentity, isHTTP2: Bool = true, settings: String = "", files: [String: [UInt8]] = [:]
    ) throws {
        var all = Dictionary(uniqueKeysWithValues: files.map { ("files/\($0)", $1) })
        // Makes the folder exist when there is no other file.
        all["files/none"] = []
        all["cert.pem"] = Array(identity.certificatePEM.utf8)
        all["key.pem"] = Array(identity.keyPEM.utf8)
        instance = try PrivateNginx(files: all) { ports in
            """
            server {
                listen 127.0.0.1:\(ports[0]) ssl\(isHTTP2 ? " http2" : "");
                ssl_certificate cert.pem;
                ssl_certificate_key key.pem;
                ssl_protocols TLSv1.2 TLSv1.3;
                root files;
                client_max_body_size 64m;
                \(settings)
                location = /version { return 200 "$server_protocol $connection $request_length"; }
            }
            """
        }
    }
}
