import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import JourneyWire
import Synchronization
public import WalletPass

/// The wallet of a sandbox's device: it believes nothing that is not signed, makes a key for each account, and asks the issuer
/// for the pass, as `docs/reference/wallet-pass.md` says that a device does.
public final class SandboxWallet: WalletPresenter {
    /// What the person does with the sheet.
    public enum Person: Hashable, Sendable {
        case adds
        /// Closes it, without adding anything.
        case closes
    }

    private struct State {
        var person: Person
        var isAvailable = true
        var keys: [String: P256PrivateKey] = [:]
        var passes: [String: [UInt8]] = [:]
        var faults: [String] = []
        var sheets = 0
    }

    private let verifier: PassVerifier
    private let transport: ServiceTransport
    private let surroundings: Surroundings
    private let state: Mutex<State>

    init(_ verifier: PassVerifier, over transport: ServiceTransport, _ person: Person, _ surroundings: Surroundings) {
        self.verifier = verifier
        self.transport = transport
        self.surroundings = surroundings
        state = Mutex(State(person: person))
    }

    /// What the person does from now on.
    public func person(_ person: Person) { state.withLock { $0.person = person } }
    /// Takes the wallet away, as on a device that has none.
    public func takeAway(_ isGone: Bool = true) { state.withLock { $0.isAvailable = !isGone } }
    public var isAvailable: Bool { state.withLock(\.isAvailable) }
    /// The passes that it holds, as they came, by serial number.
    public var passes: [String: [UInt8]] { state.withLock(\.passes) }
    /// What the person was told on the sheet, because the issuer gave no good pass.
    public var faults: [String] { state.withLock(\.faults) }
    /// How many sheets came up.
    public var sheets: Int { state.withLock(\.sheets) }

    public func present(issuerData: [UInt8], signature: [UInt8]) async throws {
        let now = surroundings.now()
        let binding = try IssuerBindingData(reading: issuerData)
        guard try verifier.signer(of: issuerData, signature, at: now).names == binding.names else {
            throw PassVerifier.Failure.signer
        }
        let person = state.withLock { state in
            state.sheets += 1
            return state.person
        }
        guard person == .adds else { return }
        do { try await add(binding) } catch { state.withLock { $0.faults.append("\(error)") } }
    }

    private func add(_ binding: IssuerBindingData) async throws {
        let account = "\(binding.relyingPartyIdentifier) \(binding.accountHash)"
        let fresh = try P256PrivateKey.generate()
        let key = state.withLock { state in
            let key = state.keys[account] ?? fresh
            state.keys[account] = key
            return key
        }
        let (signed, keyHash) = try SandboxBinding.sign(binding.bytes, with: key)
        guard
            let url = HTTPSURL(
                origin: binding.callback.origin, path: binding.callback.path,
                query: "\(PassContract.sessionIdentifier)=\(binding.sessionIdentifier)")
        else { throw PassVerifier.Failure.missing("callbackURL") }
        let answer = try await transport.send(
            PassContract.callback.request(url, SignedBinding(issuerBindingData: signed, keyHash: keyHash)),
            options: HTTPOptions())
        guard answer.status == 200 else { throw PassVerifier.Failure.missing("pass, status \(answer.status)") }
        let pass = try verifier.verify(answer.body, at: surroundings.now())
        guard pass.names == binding.names else { throw PassVerifier.Failure.signer }
        state.withLock { $0.passes[pass.serialNumber] = answer.body }
    }
}
