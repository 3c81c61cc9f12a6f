enum SecureMessagingModule {}
