public import JourneyBase

/// A service that is its routes: it can stand alone, and its routes can stand in a larger router, beside others'.
public protocol RoutedService: HTTPService {
    var router: Router { get }
}

extension RoutedService {
    public func handle(_ request: HTTPRequest) async -> HTTPResponse { await router.handle(request) }

    public func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { router.bodyRule(for: head) }

    public func routeName(for head: HTTPRequest) -> String? { router.routeName(for: head) }
}
