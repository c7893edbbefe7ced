// docs/JourneyKit.docc/CredentialSharingGuide.md has these lines.
// begin
import CredentialSharing
import SwiftUI

/// The documents of both tabs. The Keychain has one store of documents: create this once in the process.
@MainActor
final class Documents {
    let holding = SwiftUIPresenter()
    let reading = SwiftUIPresenter()
    let sharing: DocumentSharing

    /// Trusts the `issuers` of documents and the authorities of `readers`: certificates in PEM, from files of the app.
    init(issuers: String, readers: String) throws {
        sharing = DocumentSharing.apple(
            holderScreens: holding, readerScreens: reading,
            readers: ReaderTrust(anchors: try Certificate.list(pem: readers).map { try TrustAnchor($0) }),
            verifier: DocumentVerifier(trust: try IssuerTrust(Certificate.list(pem: issuers))))
    }

    /// Adds a licence: ten copies, each for a key of this device. `issuer` has your server sign them.
    func addLicence(from issuer: ([PublicKey]) async throws -> [[UInt8]]) async throws {
        let copies = try await issuer(sharing.documents.makeKeys(10))
        try await sharing.documents.add(
            copies.map { try IssuerSigned($0[...]) }, title: "Driving licence", use: .single)
    }
}

struct DocumentTabs: View {
    let documents: Documents

    var body: some View {
        TabView {
            PresentDocumentsView(documents.sharing) { ScreensView(documents.holding) }
                .tabItem { Label("Present", systemImage: "qrcode") }
            ReadDocumentsView(documents.sharing) { ScreensView(documents.reading) }
                .tabItem { Label("Read", systemImage: "qrcode.viewfinder") }
        }
    }
}
// end

@main
struct YourApp: App {
    private let documents = try? Documents(issuers: "<certificates>", readers: "<certificates>")

    var body: some Scene {
        WindowGroup { if let documents { DocumentTabs(documents: documents) } }
    }
}
