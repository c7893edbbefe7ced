import Foundation
package import JourneyBase
import JourneyServer
import JourneyWire

/// Serves the issuer's vault on an origin of its own: the script of its UI SDK, the frames that draw a card's secrets, and the
/// endpoints of both.
///
/// The script runs in an admitted origin's page, so its requests are cross-origin and answered for admitted origins only. A frame
/// calls its own origin, and no other origin may read the answers.
package struct CardVaultService: HTTPService {
    private let service: FaultyService
    private let guests: VaultOrigins

    package static let script = "/web/sandbox/v1.1/client.min.js"
    static let frame = "/web/sandbox/v1.1/frame"

    /// The operation names for fault injection.
    package static let names = [
        "GET \(script)": "uiScript", "GET \(frame)": "cardFrame", "POST \(VaultPath.consent)": "requestConsent",
        "POST \(VaultPath.drawings)": "requestDrawing", "POST \(VaultPath.content)": "drawingContent",
    ]

    /// Creates the service. `guests` are the origins whose pages may use it; `faults` are the injected faults. Throws
    /// `SERVER_ERROR` if the script or frame can't be read.
    package init(
        _ issuer: CardIssuer, guests: Set<Origin> = [], faults: SandboxFaults = SandboxFaults()
    ) throws(JourneyError) {
        let guests = VaultOrigins(guests)
        let files = try VaultFiles()
        let calls = VaultCalls(issuer: issuer, guests: guests)
        self.guests = guests
        service = FaultyService(
            rest: Router(files.routes(guests: guests) + calls.routes), operations: CardVaultService.names,
            faults: faults,
            dependencies: issuer.dependencies, refusal: { _, status, headers in .told(status, headers) })
    }

    /// Admits pages of `origin` to the vault.
    package func admit(_ origin: Origin) { guests.admit(origin) }

    package func handle(_ request: HTTPRequest) async -> HTTPResponse {
        var response = await service.handle(request)
        let common: HTTPFields = [
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
        ]
        response.headers = response.headers.overridden(by: common)
        return response
    }

    package func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { service.bodyRule(for: head) }
    package func routeName(for head: HTTPRequest) -> String? { service.routeName(for: head) }
}

/// The vault's script and frame, loaded at start.
struct VaultFiles: Sendable {
    private static var folder: URL { Bundle.module.bundleURL.appendingPathComponent("vault", isDirectory: true) }
    private let files: [String: [UInt8]]

    init() throws(JourneyError) {
        var files: [String: [UInt8]] = [:]
        do {
            for name in ["client.min.js", "frame.html", "frame.js", "frame.css"] {
                files[name] = Array(try Data(contentsOf: VaultFiles.folder.appendingPathComponent(name)))
            }
        } catch {
            throw JourneyError(
                .serverError,
                "The vault's bundled pages cannot be read: \(SystemCause.text(error)). Reinstall the program with its resources."
            )
        }
        self.files = files
    }

    func routes(guests: VaultOrigins) -> [Route] {
        let folder = "/web/sandbox/v1.1"
        return [
            Route(.get, CardVaultService.script, body: .whole(limit: 0)) { _, _ in
                file("client.min.js", "text/javascript", sharing: "cross-origin")
            },
            Route(.get, CardVaultService.frame, body: .whole(limit: 0)) { request, _ in
                frame(for: guests.texts, in: Language(acceptedBy: request))
            },
            Route(.get, "\(folder)/frame.js", body: .whole(limit: 0)) { _, _ in file("frame.js", "text/javascript") },
            Route(.get, "\(folder)/frame.css", body: .whole(limit: 0)) { _, _ in file("frame.css", "text/css") },
        ]
    }

    private func file(_ name: String, _ type: String, sharing: String = "same-origin") -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: ["Content-Type": "\(type); charset=utf-8", "Cross-Origin-Resource-Policy": sharing],
            body: files[name] ?? [])
    }

    /// Returns the frame's texts by name. Digits of cards run from left to right, so the frame has no direction of its own.
    static func texts(in language: Language) -> [String: String] {
        switch language {
        case .english:
            ["language": "en", "card": "Card", "copy": "Copy", "copyNumber": "Copy the card number"]
        case .bengali:
            ["language": "bn", "card": "কার্ড", "copy": "কপি করুন", "copyNumber": "কার্ড নম্বর কপি করুন"]
        case .arabic:
            ["language": "ar", "card": "البطاقة", "copy": "نسخ", "copyNumber": "نسخ رقم البطاقة"]
        }
    }

    /// Returns the frame, which only admitted origins may embed, and which communicates only with them and its own origin.
    private func frame(for guests: [String], in language: Language) -> HTTPResponse {
        let text = String(decoding: files["frame.html"] ?? [], as: UTF8.self)
        var response = file("frame.html", "text/html")
        let values = VaultFiles.texts(in: language).merging(["guests": guests.joined(separator: " ")]) { $1 }
        response.body = Array(values.reduce(text) { $0.replacing("{{\($1.key)}}", with: $1.value) }.utf8)
        response.headers["Content-Security-Policy"] = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src data:", "connect-src 'self'",
            "frame-ancestors \(guests.isEmpty ? "'none'" : guests.joined(separator: " "))", "form-action 'none'",
            "base-uri 'none'",
        ].joined(separator: "; ")
        response.headers["Permissions-Policy"] =
            "clipboard-write=(self), clipboard-read=(), camera=(), geolocation=(), microphone=()"
        // The gateway's page embeds the frame from another origin, but its scripts can't read it.
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response
    }
}
