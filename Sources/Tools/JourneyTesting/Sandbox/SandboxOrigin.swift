package import JourneyBase

/// Creates the origin of a sandbox service. Its name is reserved for examples (RFC 2606) and never resolved.
package func sandboxOrigin(_ host: String) -> Origin {
    guard let origin = Origin(scheme: "https", host: host, port: 443) else {
        preconditionFailure("\(host) is not a valid host name")
    }
    return origin
}
