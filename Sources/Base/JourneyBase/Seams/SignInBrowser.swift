/// A browser that shows an authorization server's pages to the person and returns the redirect URL.
///
/// Conformers: an ephemeral WebKit view on Linux, ASWebAuthenticationSession on Apple platforms, a script in tests. Nothing of
/// the session is stored, and none of its pages can communicate with the app.
public protocol SignInBrowser: Sendable {
    /// Shows `url` until its pages navigate to a URL of `redirectScheme`. That URL is returned as written and never loaded. If
    /// the browser is the app's own, navigation is limited to the origin of `url`.
    ///
    /// Throws `USER_CANCELLED` if the person closes it, `ORIGIN_BLOCKED` if a page navigates elsewhere, or a code for page
    /// failures.
    func authorize(_ url: HTTPSURL, redirectScheme: String) async throws -> String
}
