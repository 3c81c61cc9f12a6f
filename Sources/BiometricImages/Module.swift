enum BiometricImagesModule {}
