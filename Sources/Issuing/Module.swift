enum IssuingModule {}
