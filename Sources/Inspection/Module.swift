enum InspectionModule {}
