enum AccessControlModule {}
