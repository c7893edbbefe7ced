/// An object without members.
package struct EmptyMessage: WireMessage { package init() {} }
