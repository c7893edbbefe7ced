import JourneyBase
import JourneyCrypto
import JourneyHarness

/// nginx with one worker and one static file: an independent server for comparison.
enum Nginx {
    static let path = "/quote.json"

    /// Serves `body` over HTTP on the first port, and over TLS on the second, with HTTP/2 if requested.
    static func serve(_ body: [UInt8], _ identity: DevelopmentIdentity, isHTTP2: Bool = false) throws -> PrivateNginx {
        try expect(PrivateNginx.isInstalled, "nginx is not installed; make bench installs it.")
        let files = [
            "files\(path)": body, "cert.pem": Array(identity.certificatePEM.utf8),
            "key.pem": Array(identity.keyPEM.utf8),
        ]
        return try PrivateNginx(files: files, portCount: 2) { ports in
            """
            default_type application/json;
            sendfile on;
            tcp_nopush on;
            server {
                listen 127.0.0.1:\(ports[0]);
                listen 127.0.0.1:\(ports[1]) ssl\(isHTTP2 ? " http2" : "");
                # As Debian's own configuration has it; without it, this version of nginx leaves out 1.3.
                ssl_protocols TLSv1.2 TLSv1.3;
                ssl_certificate cert.pem;
                ssl_certificate_key key.pem;
                root files;
            }
            """
        }
    }
}
