enum PCSCTransportModule {}
