enum ChipReaderModule {}
