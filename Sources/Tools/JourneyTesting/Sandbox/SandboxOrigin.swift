package import JourneyBase

/// An origin of a sandbox. The names are reserved for examples (RFC 2606) and never looked up.
package func sandboxOrigin(_ host: String) -> Origin {
    guard let origin = Origin(scheme: "https", host: host, port: 443) else { preconditionFailure("\(host) is no host") }
    return origin
}
