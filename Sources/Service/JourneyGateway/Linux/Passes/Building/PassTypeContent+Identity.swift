package import JourneyCrypto
package import WalletPass

extension PassTypeContent {
    /// Creates the type of a certificate and its template. Throws `CryptoError`.
    package init(identity: SigningIdentity, template: PassTemplate) throws(CryptoError) {
        self.init(signer: try PassIdentity(identity), certificate: identity.certificate, template: template)
    }
}
