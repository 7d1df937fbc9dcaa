import CSQLite

/// A value that a statement takes.
protocol Bindable { func bind(to statement: Statement, at index: Int32) }

extension Int64: Bindable {
  /// Binds a number, `Int64.min` as NULL.
  func bind(to statement: Statement, at index: Int32) {
    if self == .min {
      unsafe sqlite3_bind_null(statement.handle, index)
    } else {
      unsafe sqlite3_bind_int64(statement.handle, index, self)
    }
  }
}

extension UInt64: Bindable {
  func bind(to statement: Statement, at index: Int32) {
    unsafe sqlite3_bind_int64(statement.handle, index, Int64(bitPattern: self))
  }
}

extension String: Bindable {
  func bind(to statement: Statement, at index: Int32) { statement.bind(Array(utf8)[...], isText: true, at: index) }
}

extension [UInt8]: Bindable {
  func bind(to statement: Statement, at index: Int32) { statement.bind(self[...], isText: false, at: index) }
}
