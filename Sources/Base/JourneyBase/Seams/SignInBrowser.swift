/// Shows an authorization server's pages to the person, and gives the address that they end at.
///
/// Conformers: an ephemeral WebKit view on Linux, ASWebAuthenticationSession on Apple, a script in tests. Nothing of the
/// session is kept, and no page of it can speak to the app.
public protocol SignInBrowser: Sendable {
    /// Shows `url` until its pages go to an address of `redirectScheme`, which is given as it was spelled and loaded by
    /// nobody. Where the browser is the app's own, pages go to the origin of `url` and nowhere else.
    ///
    /// Throws `USER_CANCELLED` when the person closes it, `ORIGIN_BLOCKED` when a page goes elsewhere, or a code of pages'.
    func authorize(_ url: HTTPSURL, redirectScheme: String) async throws -> String
}
