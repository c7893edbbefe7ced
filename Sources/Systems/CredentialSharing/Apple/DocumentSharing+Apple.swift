internal import Foundation
public import JourneyBase
internal import JourneyDevice
public import MobileDocument

extension DocumentSharing {
    /// Creates both sides on this package's Apple adapters: CoreBluetooth and documents in this device's Keychain.
    ///
    /// The documents' keys are in the Secure Enclave; where there is none (simulators), they are in the Keychain too.
    ///
    /// Create one instance per process and keep it: two stores would share the same Keychain items. The app's
    /// `Info.plist` needs `NSBluetoothAlwaysUsageDescription` and, for the reader's camera, `NSCameraUsageDescription`.
    ///
    /// - Parameters:
    ///   - holderScreens: The presenter of the holder's screens.
    ///   - readerScreens: The presenter of the reader's screens.
    ///   - readers: The authorities that certify readers.
    ///   - verifier: The verifier of documents that the reader receives.
    ///   - signer: The key that signs the reader's requests; `nil` for unsigned requests.
    ///   - profiles: The requests that the reader offers.
    ///   - holderSettings: The settings of the holder.
    ///   - readerSettings: The settings of the reader.
    ///   - dependencies: The clock, randomness and log.
    /// - Returns: The holder and the reader, ready to use.
    public static func apple(
        holderScreens: any Presenter, readerScreens: any Presenter, readers: ReaderTrust, verifier: DocumentVerifier,
        signer: DeviceRequestDraft.Signer? = nil, profiles: [RequestProfile] = RequestProfile.known,
        holderSettings: HolderSettings = HolderSettings(), readerSettings: ReaderSettings = ReaderSettings(),
        dependencies: Dependencies = .system
    ) -> DocumentSharing {
        let store = KeychainStore(service: "\(Bundle.main.bundleIdentifier ?? "app").documents")
        let keys: (any DeviceKeys)? = EnclaveKey.isAvailable ? EnclaveDeviceKeys(store: store) : nil
        #if canImport(UIKit)
        let openSettings: (@Sendable () async -> Void)? = { await AppSettings.open() }
        #else
        let openSettings: (@Sendable () async -> Void)? = nil
        #endif
        return DocumentSharing(
            radio: CoreBluetoothRadio(),
            documents: CredentialStore(store: store, keys: keys, dependencies: dependencies),
            holderScreens: holderScreens, readerScreens: readerScreens, readers: readers, verifier: verifier,
            signer: signer, profiles: profiles, holderSettings: holderSettings, readerSettings: readerSettings,
            openSettings: openSettings, dependencies: dependencies)
    }
}
