// Kinds of events and names of fields stand in a module of their own, which apps link without the rest of the model.
// The model exports them again, as its types use them.
@_exported public import TraceVocabulary
