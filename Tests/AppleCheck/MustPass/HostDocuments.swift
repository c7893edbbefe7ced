// A host can make every value that a public function takes from it: an initialiser that is the package's alone would leave only
// `nil` or an empty list.
import CredentialSharing

func verifier(trust: IssuerTrust, lists: [[UInt8]], tokens: [[UInt8]]) throws -> DocumentVerifier {
    DocumentVerifier(
        trust: trust, revocationLists: try lists.map { try RevocationList($0) },
        statusTokens: try tokens.map { try StatusToken($0[...]) })
}

func signer(key: any MessageSigner, chain: [Certificate]) -> DeviceRequestDraft.Signer { .init(key, chain: chain) }
