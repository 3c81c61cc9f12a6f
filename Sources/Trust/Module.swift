enum TrustModule {}
