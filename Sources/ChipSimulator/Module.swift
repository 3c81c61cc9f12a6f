enum ChipSimulatorModule {}
