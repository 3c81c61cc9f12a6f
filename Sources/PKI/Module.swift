/// Decoding of X.509, CMS and related structures; see the types of this module.
enum PKIModule {}
